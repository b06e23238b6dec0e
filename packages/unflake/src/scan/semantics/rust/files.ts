/** Calls of Rust that go to the file system with a path. */
export const FILE_CALLS = [
  ...'read read_to_string write create_dir create_dir_all remove_file remove_dir_all remove_dir copy rename metadata read_dir canonicalize exists'
    .split(' ')
    .flatMap((name) => [`std.fs.${name}`, `tokio.fs.${name}`]),
  'std.fs.File.open',
  'std.fs.File.create',
  'tokio.fs.File.open',
  'tokio.fs.File.create',
  'std.env.set_current_dir',
  'rusqlite.Connection.open',
  'std.os.unix.net.UnixListener.bind',
  'std.os.unix.net.UnixStream.connect',
  'tokio.net.UnixListener.bind',
  'sled.open',
];
