//! How much memory is free, as containers count it, and what a command takes of it by default.
//!
//! On Linux the kernel tells the memory that is available, and control groups (cgroups, version 1
//! and 2) may allow less: the limit of the group of this process or of a group around it, without
//! what the group holds already. Pages of files that the kernel can drop at once count as free.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The default where nobody knows how much is free.
const UNKNOWN: usize = 2 << 30;

/// Half of the free memory, for one of so many processes. Rounded down to a power of two, so that
/// two runs on one machine get the same memory and repeat each other although the free memory
/// differs a little.
pub fn usual(processes: usize) -> usize {
    // Read once, before the command itself takes memory.
    static HALF: OnceLock<usize> = OnceLock::new();
    let half = HALF.get_or_init(|| free(Path::new("/")).map_or(UNKNOWN, |bytes| bytes / 2));
    power_below(half / processes.max(1))
}

/// The largest power of two that is not above a number, at least 1 MiB.
fn power_below(bytes: usize) -> usize {
    1 << bytes.max(1 << 20).ilog2()
}

/// The free memory according to the files below a root.
fn free(root: &Path) -> Option<usize> {
    let available = available(&std::fs::read_to_string(root.join("proc/meminfo")).ok()?)?;
    let groups = std::fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let allowed = groups.lines().flat_map(|line| allowed(root, line)).min();
    Some(allowed.map_or(available, |allowed| allowed.min(available)))
}

/// The line `MemAvailable` of `/proc/meminfo`.
fn available(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// What each of the groups around this process still allows, from a line of `/proc/self/cgroup`.
fn allowed(root: &Path, line: &str) -> Vec<usize> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
        return Vec::new();
    };
    let is_new = controllers.is_empty();
    if !is_new && !controllers.split(',').any(|controller| controller == "memory") {
        return Vec::new();
    }
    let (mount, names) = match is_new {
        true => ("sys/fs/cgroup", ["memory.max", "memory.current", "inactive_file"]),
        false => (
            "sys/fs/cgroup/memory",
            ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"],
        ),
    };
    let mount = root.join(mount);
    let own: PathBuf = mount.join(path.trim_start_matches('/'));
    // Inside a container the path of the group may not be there, and the mount is the group itself.
    let folders = own.ancestors().take_while(|folder| folder.starts_with(&mount));
    folders.filter_map(|folder| left_in(folder, names)).collect()
}

/// What a group still allows; nothing if it has no limit.
fn left_in(folder: &Path, [limit, used, droppable]: [&str; 3]) -> Option<usize> {
    let number = |name: &str| -> Option<usize> {
        std::fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok()
    };
    let limit = number(limit)?;
    let used = number(used)?;
    let stat = std::fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let droppable = stat.lines().find_map(|line| {
        let (name, bytes) = line.split_once(' ')?;
        (name == droppable).then(|| bytes.trim().parse::<usize>().ok())?
    });
    Some(limit.saturating_sub(used.saturating_sub(droppable.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MIB: usize = 1 << 20;

    /// A root with these files.
    fn root(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("andor-free-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    const MEMINFO: (&str, &str) =
        ("proc/meminfo", "MemTotal:  4096 kB\nMemAvailable:  2097152 kB\nBuffers: 3 kB\n");

    /// The free memory of a machine with these groups.
    fn check(name: &str, files: &[(&str, &str)], expected: Option<usize>) {
        let root = root(name, files);
        assert_eq!(free(&root).map(|bytes| bytes / MIB), expected, "{name}");
        let _ = fs::remove_dir_all(root);
    }

    #[test]
    fn groups_may_allow_less() {
        check("nothing", &[("proc/other", "")], None);
        check("machine", &[MEMINFO], Some(2048));
        let group = ("proc/self/cgroup", "0::/a/b\n");
        let stat = ("sys/fs/cgroup/a/b/memory.stat", "anon 5\ninactive_file 104857600\n");
        let max = ("sys/fs/cgroup/a/b/memory.max", "1073741824\n");
        let current = ("sys/fs/cgroup/a/b/memory.current", "209715200\n");
        check("new", &[MEMINFO, group, max, current, stat], Some(1024 - 200 + 100));
        let open = ("sys/fs/cgroup/a/b/memory.max", "max\n");
        check("open", &[MEMINFO, group, open, current, stat], Some(2048));
        let outer = ("sys/fs/cgroup/a/memory.max", "314572800\n");
        let held = ("sys/fs/cgroup/a/memory.current", "104857600\n");
        check("outer", &[MEMINFO, group, max, current, stat, outer, held], Some(200));
        let old = ("proc/self/cgroup", "5:cpu:/x\n4:hugetlb,memory:/x\n");
        let limit = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");
        let usage = ("sys/fs/cgroup/memory/memory.usage_in_bytes", "104857600\n");
        check("old", &[MEMINFO, old, limit, usage], Some(512 - 100));
    }

    #[test]
    fn the_default_is_a_power_of_two() {
        let shown = [0, MIB, 3 * MIB, 1023 * MIB, 1 << 30].map(power_below);
        assert_eq!(shown, [MIB, MIB, 2 * MIB, 512 * MIB, 1 << 30]);
        let (one, four) = (usual(1), usual(4));
        assert!(one.is_power_of_two() && four.is_power_of_two() && four <= one);
    }
}
