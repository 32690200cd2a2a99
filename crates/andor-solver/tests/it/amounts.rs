//! Amounts as people write them.

use andor_solver::amounts::*;
use std::time::Duration;

#[test]
fn amounts_are_read_as_people_write_them() {
    assert_eq!(time("60s"), Ok(Duration::from_secs(60)));
    assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
    assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
    assert_eq!(time("7"), Ok(Duration::from_secs(7)));
    assert_eq!(count("1e6"), Ok(1_000_000));
    assert_eq!(count("20k"), Ok(20_000));
    assert_eq!(bytes("4G"), Ok(4 << 30));
    assert_eq!(bytes("512MiB"), Ok(512 << 20));
    assert_eq!(threads("2"), Ok(2));
    assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(depth("3"), Ok(3));
    for wrong in ["", "s", "-1s", "soon", "1e400", "NaN", "é"] {
        assert!(time(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "0", "-3", "1.5", "many", "1e99", "inf"] {
        assert!(count(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "0", "12", "G", "lots", "1e30G"] {
        assert!(bytes(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "0", "257", "-1", "two"] {
        assert!(threads(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "-1", "1.5", "1e3", "18446744073709551616"] {
        assert!(seed(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "0", "1001", "deep"] {
        assert!(depth(wrong).is_err(), "{wrong}");
    }
    for text in ["60s", "0.5s", "0s"] {
        assert_eq!(time(text).map(time_text).as_deref(), Ok(text));
    }
    for text in ["4G", "512M", "1025k", "1048577"] {
        assert_eq!(bytes(text).map(bytes_text).as_deref(), Ok(text));
    }
    assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
}
