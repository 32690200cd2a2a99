//! The solver's answers against brute force, the checker and published values, and the players of
//! games.
//!
//! The tests are one program, because each program is linked anew.

mod amounts;
mod capture;
mod certificates;
mod dataset;
mod families;
mod file_lock;
mod game_tree;
mod go_alpha_beta;
mod go_learning;
mod go_player;
mod go_score;
mod go_territory;
mod go_values;
mod go_zones;
mod gomoku;
mod gomoku_player;
mod hex_book;
mod hex_knowledge;
mod hex_patterns;
mod hex_player;
mod in_play;
mod killall;
mod killall_certificates;
mod moment;
mod networks;
mod options;
mod outlook;
mod outside;
mod phutball;
mod problem;
mod room;
mod rules_agree;
mod score;
mod settings;
mod superko_strategy;
mod superko_walk;
mod support;
mod threads;
mod usual;
