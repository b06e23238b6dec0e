/// Doc-tests are left out:
///
/// ```
/// assert_eq!(shop::total(&[1, 2]), 3);
/// ```
pub fn total(prices: &[i32]) -> i32 {
    prices.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn fails() {
        assert_eq!(total(&[1, 2]), 4);
    }

    #[test]
    fn passes() {
        assert_eq!(total(&[1, 2]), 3);
    }

    #[test]
    #[ignore = "not today"]
    fn skipped() {}
}
