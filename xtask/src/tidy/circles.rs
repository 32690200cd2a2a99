//! Circles of files: files of a crate that, by their `crate::` paths, need each other.

use super::Finding;
use super::files::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The files of a crate, by the paths of their modules, such as `a::b`; the root has an empty path.
type Modules<'a> = BTreeMap<String, &'a Source>;

/// Which file needs which.
type Needs<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// The circles of all crates.
pub(super) fn check(sources: &[Source]) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        if let Some((folder, path)) = source.path.split_once("/src/") {
            crates.entry(folder).or_default().insert(module(path), source);
        }
    }
    let mut findings = Vec::new();
    for (folder, modules) in &crates {
        for circle in circles(&needs(modules)) {
            let problem = format!("files need each other: {}", circle.join(", "));
            findings.push(Finding::new(*folder, problem, "no circle"));
        }
    }
    findings
}

/// The path of a file's module.
fn module(path: &str) -> String {
    let path = path.trim_end_matches(".rs").replace('/', "::");
    match path.rsplit_once("::").unwrap_or(("", &path)) {
        (folder, "mod" | "lib" | "main") => folder.to_string(),
        _ => path,
    }
}

/// Which file needs which, without the root, which needs all.
fn needs<'a>(modules: &Modules<'a>) -> Needs<'a> {
    let exported = modules.get("").map_or_else(BTreeMap::new, |root| exports(root, modules));
    let mut needs = Needs::new();
    for (module, source) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        let all = needs.entry(source.path.as_str()).or_default();
        for path in paths(&code(&source.text)) {
            let target = match longest(&path, modules) {
                "" => exported.get(path.split("::").next().unwrap_or_default()).map(String::as_str),
                target => Some(target),
            };
            let target = target.filter(|target| target != module);
            all.extend(target.and_then(|target| modules.get(target)).map(|to| to.path.as_str()));
        }
    }
    needs
}

/// The longest beginning of a path that is a module.
fn longest<'p>(path: &'p str, modules: &Modules<'_>) -> &'p str {
    let ends = path.match_indices("::").map(|(at, _)| at).chain([path.len()]);
    let parts = ends.map(|end| &path[..end]).filter(|part| modules.contains_key(*part));
    parts.last().unwrap_or_default()
}

/// The modules of the names that the root exports.
fn exports(root: &Source, modules: &Modules<'_>) -> BTreeMap<String, String> {
    let root = code(&root.text);
    let uses = root.match_indices("pub use ").map(|(at, word)| at + word.len());
    let paths = uses.flat_map(|at| trees(&root[at..]).0);
    let named = paths.filter_map(|path| {
        let target = Some(longest(&path, modules)).filter(|target| !target.is_empty())?;
        Some((path.rsplit("::").next()?.to_string(), target.to_string()))
    });
    named.collect()
}

/// The code without comments and without items of tests. An item ends with the first line that has
/// the indent of its attribute and the end of an item, as rustfmt writes items.
fn code(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut code = String::new();
    let mut test = None;
    for line in text.lines() {
        if line.trim_start().starts_with("#[cfg(test)]") {
            test = Some(indent(line));
        } else if let Some(first) = test {
            if indent(line) == first && line.ends_with([';', '}', ',']) {
                test = None;
            }
        } else if !line.trim_start().starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

/// All paths that begin with `crate::`, without it.
fn paths(code: &str) -> Vec<String> {
    let is_start = |at: &usize| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let starts = code.match_indices("crate::").map(|(at, _)| at).filter(is_start);
    starts.flat_map(|at| trees(&code[at + "crate::".len()..]).0).collect()
}

/// The paths of a tree as `use` has them, such as `a::{b, c::d}`, and what comes after it.
fn trees(text: &str) -> (Vec<String>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            let (paths, after) = trees(rest);
            all.extend(paths);
            let after = after.trim_start();
            match after.strip_prefix(',') {
                Some(after) if !after.trim_start().starts_with('}') => rest = after,
                Some(after) => return (all, after.trim_start().trim_start_matches('}')),
                None => return (all, after.strip_prefix('}').unwrap_or(after)),
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match rest.strip_prefix("::") {
        Some(below) if !name.is_empty() => {
            let (paths, rest) = trees(below);
            (paths.into_iter().map(|path| format!("{name}::{path}")).collect(), rest)
        }
        _ => (vec![name.to_string()], rest),
    }
}

/// The sets of files of which each needs each other one, in more than one step perhaps.
fn circles<'a>(needs: &Needs<'a>) -> Vec<Vec<&'a str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        needs.keys().map(|&file| (file, reach(needs, file))).collect();
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for (&file, from) in &reached {
        let circle: Vec<&str> =
            from.iter().copied().filter(|other| reached[other].contains(file)).collect();
        if !circle.is_empty() && seen.insert(file) {
            seen.extend(&circle);
            circles.push(circle);
        }
    }
    circles
}

/// All files that a file needs, in one step or more.
fn reach<'a>(needs: &Needs<'a>, file: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = needs[file].iter().copied().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(&needs[next]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_string(), text: text.to_string() }
    }

    #[test]
    fn circles_are_found_through_groups_and_exports() {
        let sources = [
            source(
                "x/src/lib.rs",
                "mod a;\n#[cfg(test)]\nmod t;\npub use b::{inner::Thing, Other};\n",
            ),
            source("x/src/a.rs", "use crate::{c::{Deep, self}, d as e};\n"),
            source("x/src/b/mod.rs", "use crate::f;\n"),
            source("x/src/b/inner.rs", "// use crate::a;\n"),
            source("x/src/c.rs", "fn f() { crate::a::g() }\n#[cfg(test)]\nuse crate::b::inner;\n"),
            source("x/src/d.rs", "use my_crate::a::X;\n"),
            source("x/src/f.rs", "use crate::{Thing, Other};\n"),
        ];
        let found: Vec<String> = check(&sources).iter().map(Finding::to_string).collect();
        let circle = |files| format!("x: files need each other: {files}; expected no circle");
        assert_eq!(found, ["x/src/a.rs, x/src/c.rs", "x/src/b/mod.rs, x/src/f.rs"].map(circle));
    }
}
