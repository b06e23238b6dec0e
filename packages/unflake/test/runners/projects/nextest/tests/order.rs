use std::path::PathBuf;

/// Tests share no process, so that only what lies outside can be polluted.
fn sale() -> PathBuf {
    std::env::temp_dir().join("sale")
}

#[test]
fn a_victim() {
    assert!(!sale().exists(), "there is a sale");
}

#[test]
fn b_polluter() {
    std::fs::write(sale(), "all").unwrap();
}

#[test]
fn c_second_victim() {
    assert!(!sale().exists(), "there is a sale");
}
