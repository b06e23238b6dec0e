import { expect, test } from 'vitest';
import { reaching } from './small-repository.ts';

const STORE = {
  'crates/store-kit/Cargo.toml': '[package]\nname = "store-kit"\nversion = "0.1.0"\n',
  'crates/store-kit/src/lib.rs':
    'mod sqlite;\npub use sqlite::SqliteStore;\npub trait Rows { fn rows(&self) -> u32; }\n',
  'crates/store-kit/src/sqlite.rs':
    'use std::time::SystemTime;\nuse crate::Rows;\npub struct SqliteStore { n: u32 }\nimpl SqliteStore {\n    pub fn new_in_memory() -> Result<Self, ()> {\n        let n = SystemTime::now(); // HERE\n        Ok(Self { n: 1 })\n    }\n    pub fn count(&self) -> u32 { self.n }\n}\nimpl Rows for SqliteStore { fn rows(&self) -> u32 { self.n } }\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn opens() { SqliteStore::new_in_memory().unwrap(); }\n    #[test]\n    fn adds() { assert_eq!(1 + 1, 2); }\n}\n',
};

test('by crate, re-export, `super::*`, helper in another module and macro', async () => {
  const { sure, may, path } = await reaching({
    ...STORE,
    'crates/api/Cargo.toml': '[package]\nname = "api"\n[dependencies]\nstore-kit = { path = "../store-kit" }\n',
    'crates/api/src/lib.rs': 'pub mod auth;\n#[cfg(test)]\nmod tests;\n',
    'crates/api/src/tests/mod.rs': 'mod helpers;\nmod auth_tests;\n',
    'crates/api/src/tests/helpers.rs':
      'use store_kit::SqliteStore;\npub fn setup() -> Result<SqliteStore, ()> { SqliteStore::new_in_memory() }\n',
    'crates/api/src/tests/auth_tests.rs':
      'use super::helpers::setup;\nuse crate::auth::{self, check};\n#[test]\nfn with_helper() { let store = setup().unwrap(); assert_eq!(store.count(), 1); }\n#[tokio::test]\nasync fn by_path() { super::helpers::setup().unwrap(); }\n#[test]\nfn in_assert() { assert!(setup().is_ok()); }\n#[test]\nfn in_vec() { let all = vec![setup(), setup()]; }\n#[test]\nfn pure() { assert!(check("x")); auth::check("y"); }\n',
    'crates/api/src/auth.rs': 'pub fn check(text: &str) -> bool { !text.is_empty() }\n',
  });
  expect(sure).toEqual(['with_helper', 'by_path', 'in_assert', 'tests::opens']);
  expect(may).toEqual(['in_vec']);
  expect(path).toEqual([
    'crates/store-kit/src/sqlite.rs:16 tests::opens',
    'crates/store-kit/src/sqlite.rs:6 SqliteStore::new_in_memory',
  ]);
});

test('a method of a trait leads to whatever implements it, perhaps; integration tests share modules', async () => {
  const { sure, may } = await reaching({
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/lib.rs':
      'use std::time::SystemTime;\npub trait Clock { fn now(&self) -> u64; }\npub struct Wall;\nimpl Clock for Wall { fn now(&self) -> u64 {\n  SystemTime::now(); 1 // HERE\n} }\npub struct Fixed;\nimpl Clock for Fixed { fn now(&self) -> u64 { 1 } }\npub fn stamp(clock: &dyn Clock) -> u64 { clock.now() }\n',
    'tests/common/mod.rs':
      'use shop::Wall;\npub fn wall() -> Wall { Wall }\npub fn read() -> u64 { let clock = wall(); clock.now() }\n',
    'tests/shop.rs':
      'mod common;\nuse shop::{stamp, Fixed};\n#[test]\nfn through_the_trait() { stamp(&Fixed); }\n#[test]\nfn through_the_type() { common::read(); }\n#[test]\nfn fixed_only() { let clock = Fixed; let _ = 1; }\n',
  });
  expect(sure).toEqual(['through_the_type']);
  expect(may).toEqual(['through_the_trait']);
});
