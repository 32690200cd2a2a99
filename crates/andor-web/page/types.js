/**
 * The shapes of the answers of the server, as docs/explorer.md states them, and of what the board draws.
 * There is no code here: other modules import the types in their comments.
 */

/** @typedef {"black" | "white"} Player */
/** @typedef {"crossings" | "hexagons" | "phutball"} Shape */
/** @typedef {{columns: number, rows: number, shape: Shape, names: string[]}} Grid */
/** @typedef {{move: string, point: string | null}} Legal */
/** @typedef {{black: string[], white: string[]}} Sides */
/** @typedef {{winner: Player | null, margin: number | null, words: string}} Outcome */

/**
 * @typedef {object} Position
 * @property {string} problem
 * @property {string} start the problem without its moves
 * @property {string} game
 * @property {string} title
 * @property {string} size
 * @property {Record<string, string>} options
 * @property {Grid | null} board
 * @property {string[]} black
 * @property {string[]} white
 * @property {Player} to_move
 * @property {{player: Player, move: string}[]} moves
 * @property {Legal[]} legal
 * @property {Outcome | null} outcome
 * @property {number | null} standing Black's margin if the game ended here
 * @property {Sides} safe
 * @property {string[]} notes
 */

/** @typedef {{name: string, default: string, values: string[] | null, sentence: string}} Option */

/**
 * @typedef {object} GameKind
 * @property {string} name
 * @property {string} title
 * @property {string} size_help
 * @property {string} example
 * @property {boolean} board
 * @property {boolean} sgf
 * @property {Option[]} options
 * @property {{name: string, sentence: string}[]} knowledge
 */

/**
 * @typedef {object} Start
 * @property {string} version
 * @property {number} processors
 * @property {number} memory
 * @property {string} problem
 * @property {number | null} certificate
 * @property {string | null} folder
 * @property {GameKind[]} games
 * @property {{name: string, title: string}[]} searches
 * @property {Option[]} search_options
 */

/**
 * @typedef {object} TreeNode
 * @property {number | null} parent
 * @property {Player} player
 * @property {string} move
 * @property {string} [comment]
 * @property {Record<string, string>} [labels]
 */
/**
 * @typedef {object} TreeText
 * @property {string} start
 * @property {string} [comment]
 * @property {Record<string, string>} [labels]
 * @property {TreeNode[]} nodes
 * @property {number | null} at
 */

/**
 * @typedef {object} Settings
 * @property {string} [search]
 * @property {string} [knowledge]
 * @property {Player} [claim]
 * @property {number} [seconds]
 * @property {number} [nodes]
 * @property {number} [memory]
 * @property {number} [threads]
 * @property {number} [seed]
 * @property {boolean} [all_moves]
 * @property {boolean} [score]
 * @property {boolean} [shortest]
 * @property {boolean} [proof]
 * @property {Record<string, string>} [options]
 */

/** @typedef {"waiting" | "running" | "done" | "undecided" | "stopped" | "failed"} RunState */

/**
 * @typedef {object} Run
 * @property {number} id
 * @property {"solve" | "think"} kind
 * @property {string} problem
 * @property {number | null} entry
 * @property {RunState} state
 * @property {number} began
 * @property {number} seconds
 * @property {number} nodes
 * @property {Settings} settings
 * @property {string | null} words
 * @property {Player | null} winner
 * @property {string | null} expected
 * @property {boolean | null} is_right
 * @property {number | null} certificate
 * @property {string | null} error
 */

/** @typedef {{least: number, likely: number, most: number}} Range */
/** @typedef {"open" | "out" | "won" | "lost" | "draw"} MoveState */
/** @typedef {{move: string, state: MoveState, chance?: number | null, work?: number | null}} MoveOutlook */

/**
 * @typedef {object} Moment
 * @property {number} seconds
 * @property {number} nodes
 * @property {number} [expansions]
 * @property {number} [playouts]
 * @property {number} [solved]
 * @property {number} memory_bytes
 * @property {number | null} [chance]
 * @property {number | null} [expected_work]
 * @property {number | null} [proof_number]
 * @property {number | null} [disproof_number]
 * @property {number | null} [depth]
 * @property {number | null} [lower_bound]
 * @property {number | null} [upper_bound]
 * @property {[number, number] | null} [valued_moves]
 * @property {[number, number] | null} [part]
 * @property {number | null} [certificate_entries]
 * @property {Range | null} [share_done]
 * @property {Range | null} [nodes_left]
 * @property {Range | null} [seconds_left]
 * @property {string[]} [line]
 * @property {MoveOutlook[]} [moves]
 */

/**
 * @typedef {object} ReportMove
 * @property {string} move
 * @property {string | null} answer
 * @property {Player | null} winner
 * @property {boolean} draw
 * @property {boolean} solved
 * @property {number | null} [margin]
 * @property {{least: number, most: number | null}} [plies]
 */

/**
 * @typedef {object} Report the object of `andor solve --json`, as far as the page uses it
 * @property {Player} to_move
 * @property {string} answer
 * @property {Player | null} winner
 * @property {boolean} draw
 * @property {string | null} best_move
 * @property {boolean} [best_move_is_guess]
 * @property {string[]} [pv]
 * @property {ReportMove[]} [moves]
 * @property {number | null} [margin]
 * @property {string | null} [stop_reason]
 * @property {string | null} [no_proof]
 * @property {string} search
 * @property {string} knowledge
 * @property {number} [memory_bytes]
 */

/**
 * @typedef {object} ThoughtMove
 * @property {string} move
 * @property {number | null} chance
 * @property {Player | null} winner
 * @property {boolean} draw
 * @property {number} visits
 * @property {string[]} pv
 */
/**
 * @typedef {object} Thought
 * @property {Player} to_move
 * @property {string | null} best
 * @property {number | null} chance
 * @property {Player | null} winner
 * @property {boolean} draw
 * @property {string[]} pv
 * @property {number} nodes
 * @property {ThoughtMove[]} moves
 */
/** @typedef {{run: Run, moments: Moment[], report: Report | null, thought: Thought | null}} RunRecord */

/**
 * @typedef {object} Check
 * @property {"running" | "right" | "wrong" | "malformed" | "limit"} state
 * @property {string} words
 * @property {number | null} seconds
 */
/** @typedef {{moves: string[], winner: Player, words: string}} Root */
/**
 * @typedef {object} Certificate
 * @property {number} id
 * @property {string} game
 * @property {string} problem
 * @property {number} bytes
 * @property {number} entries
 * @property {string} words
 * @property {Root[]} roots
 * @property {Check} check
 */
/** @typedef {"answered" | "covered" | "dominated" | "settled" | "open"} ReplyKind */
/** @typedef {{move: string, kind: ReplyKind, answer: string | null, words: string}} Reply */

/**
 * @typedef {object} Walk a place in the winner's strategy
 * @property {Position} position
 * @property {Player} winner
 * @property {"winner" | "loser" | "settled" | "over"} turn
 * @property {string} words
 * @property {{move: string | null, words: string} | null} plays
 * @property {string[] | null} zone
 * @property {Sides} filled
 * @property {{number: number | null, kind: string, words: string, points?: string[]}[]} entries
 * @property {{words: string, points: string[]} | null} reason
 * @property {Reply[]} replies
 */

/**
 * @typedef {object} Problem
 * @property {number} entry
 * @property {string} name
 * @property {string | null} problem
 * @property {string | null} error
 * @property {string | null} expected
 * @property {number | null} run
 */
/** @typedef {{folder: string | null, problems: Problem[]}} Folder */

/**
 * The kind of a mark chooses its colour. `text` stands on the point, `words` is read out.
 * @typedef {object} Mark
 * @property {"won" | "lost" | "draw" | "open" | "out" | "answered" | "covered" | "dominated" | "settled" | "hint"} kind
 * @property {string} text
 * @property {string} words
 */

/**
 * Everything that is drawn over the stones. Points are in lower case.
 * @typedef {object} Marks
 * @property {Map<string, Mark>} points
 * @property {string[]} zone
 * @property {string[]} reason
 * @property {Sides} filled
 * @property {{point: string, player: Player}[]} line
 */

export {};
