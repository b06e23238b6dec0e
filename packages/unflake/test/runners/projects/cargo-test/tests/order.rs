use std::sync::atomic::{AtomicBool, Ordering};

static SALE: AtomicBool = AtomicBool::new(false);

#[test]
fn a_victim() {
    assert!(!SALE.load(Ordering::SeqCst), "there is a sale");
}

#[test]
fn b_polluter() {
    SALE.store(true, Ordering::SeqCst);
}

#[test]
fn c_second_victim() {
    assert!(!SALE.load(Ordering::SeqCst), "there is a sale");
}
