//! Rules of Go by the clients' names: KataGo's fields and short names, and those of KGS.
//!
//! Andor counts area and takes every stone on the board for alive, so that rules differ in ko and
//! suicide only. Rules that count territory or tax groups are refused.

use andor_games::go::{Ko, Rules, Suicide};
use serde_json::{Map, Value, json};

/// Rules by a short name: Andor's own names, then KataGo's and those of KGS.
pub fn named(name: &str) -> Option<Rules> {
    let name = name.trim().to_ascii_lowercase().replace('_', "-");
    name.parse().ok().or(match name.as_str() {
        "chinese-ogs" | "chinese-kgs" => Some(Rules::PSK),
        "bga" | "french" => Some(Rules::SSK),
        "nz" => Some(Rules { suicide: Suicide::Allowed, ..Rules::SSK }),
        _ => None,
    })
}

/// Reads the rules of `kata-set-rules`: a short name, or a JSON object with fields.
pub fn parse(text: &str) -> Result<Rules, String> {
    let refused = |what: &str| format!("rules {what}: not supported");
    if !text.trim_start().starts_with('{') {
        return named(text).ok_or_else(|| refused(&format!("\"{text}\"")));
    }
    let fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|_| "syntax error".to_string())?;
    let mut rules = Rules::TROMP_TAYLOR;
    for (name, value) in &fields {
        set(&mut rules, name, value).ok_or_else(|| refused(&format!("{name} {value}")))?;
    }
    Ok(rules)
}

/// Sets one field; `None` if the field cannot have this value.
fn set(rules: &mut Rules, name: &str, value: &Value) -> Option<()> {
    match (name, value) {
        ("ko", Value::String(ko)) => {
            rules.ko = match ko.as_str() {
                "SIMPLE" => Ko::Basic,
                "POSITIONAL" => Ko::Positional,
                "SITUATIONAL" => Ko::Situational,
                "NATURAL_SITUATIONAL" => Ko::NaturalSituational,
                _ => return None,
            }
        }
        ("suicide" | "multiStoneSuicideLegal", Value::Bool(is_allowed)) => {
            rules.suicide = if *is_allowed { Suicide::Allowed } else { Suicide::Forbidden }
        }
        ("scoring" | "scoringRule", Value::String(scoring)) if scoring == "AREA" => {}
        ("tax" | "taxRule", Value::String(tax)) if tax == "NONE" => {}
        ("hasButton", Value::Bool(false)) => {}
        // What White gets for handicap stones is part of the komi here.
        ("whiteHandicapBonus" | "friendlyPassOk", _) => {}
        _ => return None,
    }
    Some(())
}

/// The rules as KataGo writes them.
pub fn written(rules: Rules) -> String {
    let ko = match rules.ko {
        Ko::Basic => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
        Ko::NaturalSituational => "NATURAL_SITUATIONAL",
    };
    json!({
        "ko": ko,
        "scoring": "AREA",
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": "NONE",
        "hasButton": false,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": false,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_written_and_read() {
        for (name, rules) in Rules::ALL {
            // KataGo's fields say nothing about long cycles.
            let read = parse(&written(rules)).map(|read| (read.ko, read.suicide));
            assert_eq!(read, Ok((rules.ko, rules.suicide)));
            assert_eq!(parse(name), Ok(rules));
        }
    }

    #[test]
    fn shorthands_are_known_and_what_cannot_be_is_refused() {
        for (text, rules) in [
            ("tromp-taylor", Rules::TROMP_TAYLOR),
            ("Chinese", Rules::CHINESE),
            ("new_zealand", Rules { suicide: Suicide::Allowed, ..Rules::SSK }),
            ("aga", Rules::SSK),
            (r#"{"ko":"SIMPLE","suicide":false}"#, Rules::BASIC_KO),
        ] {
            assert_eq!(parse(text), Ok(rules), "{text}");
        }
        for (text, error) in [
            (r#"{"scoring":"TERRITORY"}"#, "rules scoring \"TERRITORY\": not supported"),
            (r#"{"ko":"EIGHT"}"#, "rules ko \"EIGHT\": not supported"),
            ("{", "syntax error"),
            ("", "rules \"\": not supported"),
        ] {
            assert_eq!(parse(text), Err(error.to_string()), "{text}");
        }
    }
}
