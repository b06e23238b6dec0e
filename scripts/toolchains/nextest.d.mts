/** A `cargo` that has nextest; nextest is built when there is none, which takes minutes and Rust 1.91 or later. */
export function cargoWithNextest(): Promise<string>;
