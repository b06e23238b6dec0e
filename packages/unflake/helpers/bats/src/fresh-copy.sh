# A fresh copy of the foundation for an independent environment, in a small shell: each program that the big shell of BATS starts costs it
# twice as much. Descriptors 5 and 6 are the open lock files of the environment and of the foundation; what is locked through them stays
# locked for whoever opened them. Ends with another status than 0 when anything is not as usual: making.bash then does it all at leisure.
# Arguments: the folder of environments, the environment, where to make it, the holder's words for each lock, the texts of .made and .env.
envs=$1 name=$2 making=$3

# Not `-n`: whoever looks whether it is held has it for a moment. A lock on a file that is no longer there is none.
flock -w 0.2 5 && [ "$envs/.locks/$name" -ef "/proc/$$/fd/5" ] || exit 1
printf '%s\n' "$4" >&5
flock -w 0.2 6 && [ "$envs/.locks/foundation" -ef "/proc/$$/fd/6" ] || exit 1
printf '%s\n' "$5" >&6

rm -rf "${envs:?}/$name" &
if cp -a --reflink=auto "$envs/foundation" "$making"; then
  for pid in "$making"/.bats-state/.pid-*; do [ ! -s "$pid" ] || : >"$pid"; done
  # Emptied first and closed: see markers.bash.
  : >"$making/.bats-state/.made" && printf '%s' "$6" >>"$making/.bats-state/.made" && : >"$making/.env" &&
    printf '%s' "$7" >>"$making/.env" && wait $! && mv -T "$making" "$envs/$name" && exit 0
fi
wait
rm -rf "$making"
exit 1
