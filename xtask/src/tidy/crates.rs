//! The crates of the workspace and the dependencies between them, compared with the table in
//! ARCHITECTURE.md.

use super::Finding;
use super::architecture::Architecture;
use anyhow::{Context, Result};
use serde_json::Value;

/// A dependency of one crate of the workspace on another.
#[derive(Debug, PartialEq, Eq)]
struct Edge {
    to: String,
    in_tests: bool,
}

/// Compares the table with what `cargo metadata --no-deps` says.
pub(super) fn check(architecture: &Architecture, metadata: &str) -> Result<Vec<Finding>> {
    let packages = packages(metadata)?;
    let mut findings = Vec::new();
    for row in &architecture.rows {
        if !packages.iter().any(|(name, _)| *name == row.name) {
            findings.push(Finding::new(
                format!("ARCHITECTURE.md:{}", row.line),
                format!("there is no crate {}", row.name),
                "crates of the workspace only",
            ));
        }
    }
    for (name, edges) in &packages {
        let place = format!("{name}/Cargo.toml");
        let Some(row) = architecture.rows.iter().find(|row| row.name == *name) else {
            let problem = format!("the crate {name} is not in ARCHITECTURE.md");
            findings.push(Finding::new(place, problem, "a row for every crate"));
            continue;
        };
        for edge in edges.iter().filter(|edge| packages.iter().any(|(name, _)| *name == edge.to)) {
            let allowed = row.may_use.contains(&edge.to)
                || edge.in_tests && row.may_use_in_tests.contains(&edge.to);
            if !allowed {
                let problem = match edge.in_tests {
                    true => format!("tests of {name} depend on {}", edge.to),
                    false => format!("{name} depends on {}", edge.to),
                };
                let expected = format!("what line {} of ARCHITECTURE.md allows", row.line);
                findings.push(Finding::new(&place, problem, expected));
            }
        }
    }
    Ok(findings)
}

/// The packages of the workspace with their dependencies.
fn packages(metadata: &str) -> Result<Vec<(String, Vec<Edge>)>> {
    let metadata: Value = serde_json::from_str(metadata).context("cargo metadata")?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| {
        value["name"].as_str().map(str::to_string).context("cargo metadata: a package has no name")
    };
    list(&metadata["packages"])
        .iter()
        .map(|package| {
            let edges = list(&package["dependencies"])
                .iter()
                .map(|to| Ok(Edge { to: name(to)?, in_tests: to["kind"] == "dev" }))
                .collect::<Result<_>>()?;
            Ok((name(package)?, edges))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
| crate | may depend on | must not know |
|---|---|---|
| `core` | — | |
| `games` | `core` | |
| `search` | `core`; in tests `games` | |
";

    /// Checks crates written as `games: core serde, search: core dev:games`.
    fn findings(crates: &str) -> Vec<String> {
        let package = |text: &str| {
            let (name, uses) = text.split_once(':').expect("a name");
            let edge = |text: &str| match text.strip_prefix("dev:") {
                Some(name) => serde_json::json!({"name": name, "kind": "dev"}),
                None => serde_json::json!({"name": text, "kind": null}),
            };
            let edges: Vec<_> = uses.split_whitespace().map(edge).collect();
            serde_json::json!({"name": name.trim(), "dependencies": edges})
        };
        let packages: Vec<_> = crates.split(',').map(package).collect();
        let metadata = serde_json::json!({"packages": packages}).to_string();
        let architecture = Architecture::parse(TABLE).expect("a table");
        let findings = check(&architecture, &metadata).expect("metadata");
        findings.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn allowed_edges_pass() {
        let found = findings("core: fastrand, games: core, search: core dev:core dev:games");
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn forbidden_edges_are_found() {
        assert_eq!(
            findings("core:, games: core search, search: core games"),
            [
                "games/Cargo.toml: games depends on search; expected what line 4 of \
                 ARCHITECTURE.md allows",
                "search/Cargo.toml: search depends on games; expected what line 5 of \
                 ARCHITECTURE.md allows",
            ]
        );
        assert_eq!(
            findings("core: dev:games, games: core, search:"),
            ["core/Cargo.toml: tests of core depend on games; expected what line 3 of \
              ARCHITECTURE.md allows"]
        );
    }

    #[test]
    fn unknown_and_missing_crates_are_found() {
        assert_eq!(
            findings("core:, games:, web:"),
            [
                "ARCHITECTURE.md:5: there is no crate search; expected crates of the workspace \
                 only",
                "web/Cargo.toml: the crate web is not in ARCHITECTURE.md; expected a row for \
                 every crate",
            ]
        );
    }
}
