//! Commands and answers of the Go Text Protocol as text.
//!
//! A line may contain anything: control characters are dropped, a tab is a blank, and the text
//! after a `#` is a comment. The first word may be a number, the command's id, which the answer
//! repeats. An answer ends with its only blank line, because clients take the first blank line for
//! the end.

/// A command as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The number before it, as it was written.
    pub id: Option<String>,
    /// Its name.
    pub name: String,
    /// The words after the name.
    pub arguments: Vec<String>,
}

impl Command {
    /// Reads a line; `None` if there is no command on it.
    pub fn parse(line: &str) -> Option<Command> {
        let clean: String = line
            .split('#')
            .next()
            .unwrap_or_default()
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let mut words = clean.split(' ').filter(|word| !word.is_empty()).peekable();
        let is_id = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(is_id).map(str::to_string);
        let name = words.next().map(str::to_string);
        match (id, name) {
            (id, Some(name)) => {
                Some(Command { id, name, arguments: words.map(str::to_string).collect() })
            }
            // A number alone is a command that nobody knows.
            (Some(id), None) => {
                Some(Command { id: Some(id), name: String::new(), arguments: Vec::new() })
            }
            (None, None) => None,
        }
    }
}

/// Is this line the request to stop thinking?
pub fn is_interrupt(line: &str) -> bool {
    // As a command is read: other letters that look blank are none.
    let is_blank = |letter: char| letter == ' ' || letter.is_control();
    let Some(comment) = line.trim_matches(is_blank).strip_prefix('#') else { return false };
    comment.trim_matches(is_blank) == "interrupt"
}

/// Is this line the client's last?
pub fn is_quit(line: &str) -> bool {
    Command::parse(line).is_some_and(|command| command.name == "quit")
}

/// The beginning of an answer: `=` or `?`, and the id.
pub fn head(id: Option<&str>, is_success: bool) -> String {
    format!("{}{}", if is_success { '=' } else { '?' }, id.unwrap_or_default())
}

/// The whole answer to a command, with its blank line. A text that begins with a line break is a
/// picture: it begins below the head, so that its columns are aligned.
pub fn answer(id: Option<&str>, result: &Result<String, String>) -> String {
    let (Ok(text) | Err(text)) = result;
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let head = head(id, result.is_ok());
    let gap = if text.starts_with('\n') { "\n" } else { " " };
    match lines.is_empty() {
        true => format!("{head}\n\n"),
        false => format!("{head}{gap}{}\n\n", lines.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, id: Option<&str>, name: &str, arguments: &[&str]) {
        let command = Command::parse(line).unwrap_or_else(|| panic!("{line:?}: no command"));
        assert_eq!(command.id.as_deref(), id, "{line:?}");
        assert_eq!(command.name, name, "{line:?}");
        assert_eq!(command.arguments, arguments, "{line:?}");
    }

    #[test]
    fn commands_are_read_as_clients_write_them() {
        check("name", None, "name", &[]);
        check("12 play b  C3\r\n", Some("12"), "play", &["b", "C3"]);
        check("\tplay\tw\tpass # a move", None, "play", &["w", "pass"]);
        check("\u{7}0 na\u{1b}me", Some("0"), "name", &[]);
        check("5", Some("5"), "", &[]);
        check("-5 name", None, "-5", &["name"]);
        for nothing in ["", "   \r\n", "# play b c3", "\t#"] {
            assert_eq!(Command::parse(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn answers_end_with_their_only_blank_line() {
        let ok = |id, text: &str| answer(id, &Ok(text.to_string()));
        assert_eq!(ok(None, ""), "=\n\n");
        assert_eq!(ok(Some("7"), "D4"), "=7 D4\n\n");
        assert_eq!(ok(None, "\n A B\n\n1 . .\n\n"), "=\n A B\n1 . .\n\n");
        assert_eq!(answer(Some("3"), &Err("syntax error".into())), "?3 syntax error\n\n");
    }

    #[test]
    fn only_the_line_itself_interrupts() {
        for line in ["# interrupt\n", "#interrupt", "  #  interrupt \r\n"] {
            assert!(is_interrupt(line), "{line:?}");
        }
        for line in ["quit\n", "7 quit # the end\r\n"] {
            assert!(is_quit(line), "{line:?}");
        }
        assert!(!is_quit("# quit") && !is_quit("quits") && !is_quit("play b quit"));
        for line in ["interrupt", "# interrupts", "name # interrupt", "\u{1680}# interrupt", ""] {
            assert!(!is_interrupt(line), "{line:?}");
        }
    }
}
