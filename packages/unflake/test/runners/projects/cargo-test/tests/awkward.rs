#[test]
#[should_panic(expected = "too")]
fn panics_as_it_should() {
    panic!("too much");
}

#[test]
fn r#match() {}

#[test]
fn returns_a_result() -> Result<(), String> {
    Ok(())
}

#[test]
fn twice() {}

mod deep {
    mod deeper {
        #[test]
        fn twice() {}
    }
}

#[test]
fn ünïcode_試験() {}
