use std::os::unix::process::parent_id;
use std::process;
use std::time::Duration;

#[test]
fn exits_with_seven() {
    process::exit(7);
}

#[test]
fn exits_with_zero() {
    process::exit(0);
}

/// Until nobody waits for it: nextest gives each test a process group of its own, which outlives nextest when that is killed.
#[test]
fn hangs() {
    let parent = parent_id();
    while parent_id() == parent {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn kills_itself() {
    let own = process::id().to_string();
    process::Command::new("kill").args(["-9", &own]).status().unwrap();
    loop {
        std::thread::park();
    }
}
