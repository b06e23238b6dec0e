# Makes a fresh copy of the foundation for an independent environment, in a small shell: starting a program from the large shell of BATS
# costs twice as much. Descriptors 5 and 6 are the open lock files of the environment and of the foundation; locks taken through them stay
# with the process that opened them. Exits with a status other than 0 whenever something is unusual, and making.bash then does the same step
# by step. Arguments: the folder of environments, the environment, its temporary path, the holder's text for each lock, the contents of
# .made and .env.
envs=$1 name=$2 making=$3

# Not `-n`: a process that checks whether the lock is held takes it for a moment. A lock on a deleted file does not count.
flock -w 0.2 5 && [ "$envs/.locks/$name" -ef "/proc/$$/fd/5" ] || exit 1
printf '%s\n' "$4" >&5
flock -w 0.2 6 && [ "$envs/.locks/foundation" -ef "/proc/$$/fd/6" ] || exit 1
printf '%s\n' "$5" >&6

rm -rf "${envs:?}/$name" &
if cp -a --reflink=auto "$envs/foundation" "$making"; then
  for pid in "$making"/.bats-state/.pid-*; do [ ! -s "$pid" ] || : >"$pid"; done
  # Truncated and closed before it is written: see markers.bash.
  : >"$making/.bats-state/.made" && printf '%s' "$6" >>"$making/.bats-state/.made" && : >"$making/.env" &&
    printf '%s' "$7" >>"$making/.env" && wait $! && mv -T "$making" "$envs/$name" && exit 0
fi
wait
rm -rf "$making"
exit 1
