use std::process;

#[test]
fn exits_with_seven() {
    process::exit(7);
}

#[test]
fn exits_with_zero() {
    process::exit(0);
}

#[test]
fn hangs() {
    loop {
        std::thread::park();
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
