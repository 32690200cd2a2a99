//! Lists the files of the page, so that they become part of the program.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&folder).join("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let is_part = path.extension().is_some_and(|ending| {
            ["html", "js", "css", "svg"].iter().any(|known| ending == *known)
        });
        if let (true, Some(name)) = (is_part, path.file_name()) {
            names.push((name.to_string_lossy().into_owned(), path.clone()));
        }
    }
    names.sort();
    let rows =
        names.iter().map(|(name, path)| format!("    ({name:?}, include_str!({path:?})),\n"));
    let text = format!(
        "/// The files of the page by name.\nconst FILES: [(&str, &str); {}] = [\n{}];\n",
        names.len(),
        rows.collect::<String>()
    );
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("page.rs"), text)
}
