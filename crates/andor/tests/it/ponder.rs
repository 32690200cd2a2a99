//! `andor play`: thinking in the opponent's time, and the clock of the processor.

use crate::support::{Engine, answers};
use std::time::{Duration, Instant};

/// The engine thinks on after its move, and answers the next command at once.
#[test]
fn pondering_ends_with_the_next_command() {
    for arguments in ["hex 11x11 --ponder --time 200ms", "go 7x7 --ponder --time 200ms"] {
        let mut engine = Engine::start(arguments);
        let cputime = |engine: &mut Engine| -> f64 {
            engine.send("cputime");
            let answer = engine.line();
            assert_eq!(engine.line(), "");
            answer.trim_start_matches("= ").parse().expect("seconds")
        };
        engine.send("genmove b");
        assert!(engine.line().starts_with("= "), "{arguments}");
        assert_eq!(engine.line(), "");
        let before = Instant::now();
        std::thread::sleep(Duration::from_millis(1500));
        let sent = Instant::now();
        let spent = cputime(&mut engine);
        assert!(sent.elapsed() < Duration::from_secs(5), "{arguments}: {:?}", sent.elapsed());
        assert!(before.elapsed() > Duration::from_millis(1400));
        assert!(spent > 0.5, "{arguments}: {spent} s of processor time");
        engine.send("play w a1");
        assert_eq!((engine.line(), engine.line()), ("=".to_string(), String::new()));
        engine.send("genmove b");
        assert!(engine.line().starts_with("= "), "{arguments}");
        engine.line();
        // Pondering ends when the client goes away, too.
        engine.quit();
    }
}

/// By the clock of the processor a move takes its time there.
#[test]
fn the_clock_of_the_processor_counts() {
    let said = answers(
        "hex 11x11 --clock cpu --time 1s --threads 2 --book none",
        "cputime\ngenmove b\ncputime\n",
    );
    let seconds = |text: &str| text[2..].parse::<f64>().expect("seconds");
    let spent = seconds(&said[2]) - seconds(&said[0]);
    assert!((0.5..1.5).contains(&spent), "{said:?}");
}
