#!/usr/bin/env bash
# Starts tests of BATS one after another, each as BATS starts it in the end: `replay.bash <plan> <flags>…`. A line of the plan that begins with `{` is
# forwarded, and what follows is one process of BATS: a line for each test with the source, the file, the function, its number and its number in the file.

plan=$1
shift
export BATS_CWD=$PWD BATS_SAVED_PATH=$PATH BATS_TMPDIR=${TMPDIR:-/tmp} BATS_ROOT_PID=$$ PATH=$BATS_LIBEXEC:$PATH

end_process() {
  [[ -n ${BATS_RUN_TMPDIR-} ]] || return
  rm -rf "$BATS_RUN_TMPDIR"
  printf '{"ev":"ended","how":%d}\n' "$worst"
}

run_plan() {
  local source file name number in_file last files processes=0 worst=0 worst_of_all=0
  while IFS=$'\t' read -r source file name number in_file; do
    if [[ -z $file ]]; then
      end_process
      last= files=0 worst=0
      export BATS_RUN_TMPDIR=$BATS_TMPDIR/bats-run-$$-$((++processes))
      export BATS_SUITE_TMPDIR=$BATS_RUN_TMPDIR/suite BATS_WARNING_FILE=$BATS_RUN_TMPDIR/warnings.log
      printf '%s\n' "$source"
      continue
    fi
    if [[ $file != "$last" ]]; then
      last=$file
      export BATS_TEST_SOURCE=$source BATS_TEST_FILE_NUMBER=$((++files)) BATS_FILE_TMPDIR=$BATS_RUN_TMPDIR/file/$((number - 1))
      mkdir -p "$BATS_FILE_TMPDIR" "$BATS_SUITE_TMPDIR" "$BATS_RUN_TMPDIR/test" || exit 1
      printf 'suite %s\n' "$file"
    fi
    bash "$BATS_LIBEXEC/bats-exec-test" "${flags[@]}" "$file" "$name" "$number" "$in_file" 1 </dev/null || worst=1 worst_of_all=1
  done
  end_process
  printf '{"ev":"done"}\n'
  return "$worst_of_all"
}

flags=("$@")
# A process that a test leaves behind holds the end of the pipe open, and BATS waits for it as well.
run_plan <"$plan" | cat
exit "${PIPESTATUS[0]}"
