//! `--memory` caps the whole process, the certificate in the making with it.

#![cfg(target_os = "linux")]

use crate::support::{command, file};
use std::process::{Child, Stdio};
use std::time::Duration;

/// The peak of the resident size of a process in bytes, as it is now; nothing of a process that has
/// ended.
fn peak(child: &Child) -> Option<usize> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? * 1024)
}

/// Writes a certificate and checks it, below 1.05 x the cap and 64 MB. The entries alone would take
/// more.
fn check(name: &str, problem: &str, megabytes: usize) {
    let path = file(name, "");
    let mut solve = command();
    solve.arg("solve").args(problem.split(' ')).arg("--proof").arg(&path).arg("--quiet");
    solve.args(["--memory", &format!("{megabytes}M")]).stdout(Stdio::null());
    let mut child = solve.spawn().expect("the command to start");
    let mut most = 0;
    while child.try_wait().expect("a process").is_none() {
        most = most.max(peak(&child).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().expect("a process").success(), "{problem}");
    let allowed = megabytes * (1 << 20) * 105 / 100 + 64_000_000;
    assert!(most > 0 && most <= allowed, "{problem}: {most} bytes of {allowed}");
    let checked = command().arg("check").arg(&path).stdout(Stdio::null()).status();
    assert!(checked.expect("the command to start").success(), "{problem}");
}

/// Without files beside the output this certificate takes 267 MB.
#[test]
fn a_certificate_with_many_marks_stays_below_the_cap() {
    check("memory-ssk.cert", "go 5x3 --rules ssk --all-moves", 96);
}
