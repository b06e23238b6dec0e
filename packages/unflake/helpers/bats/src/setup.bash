# setup_file of a step: locks its environment, checks whether its state can be trusted, rebuilds it if not, and runs the missing steps.

_unflake_part_setup() { :; }
_unflake_need markers && _unflake_need lock && _unflake_need inputs || return 1

_unflake_setup_sequential() { # step [prerequisite…]
  local step=${1-} REPLY name prerequisite
  shift
  _unflake_is_name "$step" || return 1
  for prerequisite in "$@"; do _unflake_can_be_needed "$prerequisite" "$step" || return 1; done
  _unflake_environment_of "$step" || return 1
  name=$REPLY
  _unflake_places
  debug 2 "setup_sequential_test $step${*:+, after $*}"
  _unflake_look_ahead
  _unflake_lock "$name" "$step of $_unflake_suite" || return 1
  if [[ $step == foundation ]]; then
    _unflake_need making && _unflake_remove foundation && _unflake_inputs && _unflake_create foundation "$REPLY" || return 1
  else
    _unflake_ready "$name" "$step" "$@" || return 1
  fi
  _unflake_mark_start "$step" && _unflake_load_env "$name"
}

_unflake_can_be_needed() { # prerequisite step
  _unflake_is_name "$1" || return 1
  [[ $1 == foundation || $1 == [0-9][0-9]-* ]] ||
    error "$2 cannot need $1: only the foundation and numbered tests can be needed"
}

# Brings an environment to the state in which all prerequisites of a step are complete and no later step has run. Without a step, only the
# prerequisites may have run in it.
_unflake_ready() { # environment step prerequisite…
  local name=$1 step=$2 REPLY state prerequisite again=
  shift 2
  _unflake_state "$name" "$step" "$@" || return 1
  if [[ $REPLY == clean ]]; then
    debug 2 "the environment $name is clean: it is used as it is"
  else
    if [[ $REPLY == absent ]]; then
      debug 2 "the environment $name does not exist yet"
    else
      debug 1 "the environment $name is $REPLY: $_unflake_why; it is rebuilt"
    fi
    _unflake_need making && _unflake_remove "$name" && _unflake_from_foundation "$name" || return 1
  fi
  state=$_unflake_envs/$name/.bats-state
  for prerequisite in "$@"; do
    if [[ $prerequisite == foundation ]]; then
      [[ -s $state/.complete-foundation ]] && continue
      error "${step:-$name} needs the foundation, and $_unflake_suite has none"
      return 1
    fi
    if [[ -s $state/.complete-$prerequisite ]]; then
      debug 2 "prerequisite $prerequisite is complete"
    else
      debug 2 "prerequisite $prerequisite is missing"
      again=yes
    fi
  done
  [[ -n $again ]] || return 0
  _unflake_need prerequisites && _unflake_run_missing "$name" "$step" "$@"
}

# Sets REPLY to absent, foreign, stale, dirty or clean, _unflake_why to the reason, and _unflake_made_from to the hash that it was built
# from.
_unflake_state() { # environment step prerequisite…
  local name=$1 step=$2 made=$_unflake_envs/$1/.bats-state/.made line format= inputs= last marker
  shift 2
  _unflake_why= _unflake_made_from=
  [[ -d $_unflake_envs/$name ]] || { REPLY=absent; return 0; }
  if [[ -r $made ]]; then
    while IFS= read -r line; do
      case $line in format=*) format=${line#format=} ;; inputs=*) inputs=${line#inputs=} ;; esac
    done <"$made"
  fi
  _unflake_made_from=$inputs
  [[ $format == 1 ]] || { REPLY=foreign; _unflake_why="its .made says format '$format', we know 1"; return 0; }
  for marker in "$_unflake_envs/$name"/.bats-state/.start-*; do
    case ${marker##*/.start-} in
      \* | foundation | [0-9][0-9]-* | test-*) ;;
      *) REPLY=foreign; _unflake_why="${marker##*/} names no step we know"; return 0 ;;
    esac
  done
  _unflake_inputs || return 1
  [[ $REPLY == "$inputs" ]] || { REPLY=stale; _unflake_why='the inputs of the foundation have changed'; return 0; }
  if [[ -z $step ]]; then
    last=$1
    for marker in "$@"; do _unflake_runs_after "$marker" "$last" && last=$marker; done
    step=$last
  fi
  if _unflake_detect_dirty "$step"; then REPLY=clean; else _unflake_why=$REPLY; REPLY=dirty; fi
  return 0
}
