# shellcheck shell=sh disable=SC2154
# What bin/troupe, bin/ditask, tools/aot and tools/dist share. Sourced with $home set to the checkout or the
# unpacked distribution. POSIX sh; on the way to a started command every process counts, so as few as possible.

say() {
  echo "troupe: $*" >&2
}

die() {
  say "$@"
  exit 1
}

# Whether $1 is a Java we can run on: 25, which we are built for, or newer. Sets java_home and java_build.
is_java() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  java_major=0 java_build=
  while IFS='=' read -r key value; do
    case $key in
      JAVA_VERSION)
        java_major=${value#\"}
        java_major=${java_major%%[!0-9]*}
        ;;
      IMPLEMENTOR_VERSION | JAVA_RUNTIME_VERSION | OS_ARCH) java_build=$java_build$value ;;
    esac
  done <"$1/release"
  java_home=$1
  [ "${java_major:-0}" -ge 25 ]
}

find_java() {
  if [ -n "${TROUPE_JAVA_HOME:-}" ]; then
    is_java "$TROUPE_JAVA_HOME" || die "TROUPE_JAVA_HOME=$TROUPE_JAVA_HOME is not a JDK 25 or newer"
    return
  fi
  [ -n "${JAVA_HOME:-}" ] && is_java "$JAVA_HOME" && return
  java_home=$(command -v java) && java_home=$(readlink -f "$java_home") && is_java "${java_home%/bin/java}" && return
  for java_home in /usr/lib/jvm/*; do
    is_java "$java_home" && return
  done
  die "no JDK 25 in TROUPE_JAVA_HOME, JAVA_HOME, PATH or /usr/lib/jvm; install one (apt install temurin-25-jdk or openjdk-25-jdk)" \
    "or unpack one from https://adoptium.net and set TROUPE_JAVA_HOME to it"
}

# Where the jars are: beside bin in a distribution, under cli/target in a checkout.
find_lib() {
  if [ -f "$home/pom.xml" ]; then
    lib=$home/cli/target/lib
    caches=$home/cli/target/aot
  else
    lib=$home/lib
    caches=$home/lib/aot
  fi
}

# The built jars come first and in this order, so that the workers' class path begins like the one their cache was made with.
cli_path() {
  cli_path=$lib/cli.jar:$lib/transport.jar:$lib/link.jar:$lib/values.jar:$lib/functions.jar:$lib/process.jar:$lib/text.jar:$lib/task.jar:$lib/parallel.jar
  for jar in "$lib"/*.jar; do
    case ${jar##*/} in
      cli.jar | transport.jar | link.jar | values.jar | functions.jar | process.jar | text.jar | task.jar | parallel.jar) ;;
      *) cli_path=$cli_path:$jar ;;
    esac
  done
}

# What only some commands need comes last, so that the caches still fit.
extra_path() {
  case ${1:-} in
    launch | submit | get | logs | kill | describe | operator) extra=kube ;;
    up | down | doctor) extra=ssh ;;
    *) return ;;
  esac
  for jar in "$lib/$extra"/*.jar; do
    [ ! -f "$jar" ] || cli_path=$cli_path:$jar
  done
}

# Flags for a short life and a small heap.
cli_flags='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xms16m -Xmx256m'
# The operator's heap is half of what its container may have. If that is too little, it ends, which is better than to work on halfway.
operator_flags='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xms16m -XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError'

# A cache fits one build of Java and one set of jars (the JVM compares their sizes and times), so its name says which.
# Sets cli_cache and worker_cache, which may not exist yet. False when there is no place for them that is the user's own: what another user
# left in /tmp would run here.
find_caches() {
  caches_key=$(cd "$lib" && { echo "$java_build" && stat -c '%n %s %Y' ./*.jar; } 2>/dev/null | cksum)
  caches_key=${caches_key%% *}
  if [ ! -f "$caches/cli-$caches_key.aot" ] && [ ! -w "$lib" ]; then
    caches=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    [ -n "$caches" ] || return 1
    caches=$caches/troupe
  fi
  cli_cache=$caches/cli-$caches_key.aot
  worker_cache=$caches/worker-$caches_key.aot
}

# Makes both caches by a run of dev.troupe.cli.Training, which starts two workers of its own. The cache of the commands holds no profiles of
# methods: only the compiler that cli_flags switch off uses them, and loading them takes a fifth of the time until --help.
# "train aside" gives way to other processes, and to whoever is making them already.
train() {
  mkdir -p "$caches" && made=$(mktemp -d) || return 1
  lock='flock 8' first=
  [ "${1:-}" != aside ] || lock='flock -n 8' first='nice -n 19'
  command -v flock >/dev/null || lock=:
  (
    $lock && [ ! -f "$cli_cache" ] || exit 0
    # shellcheck disable=SC2086
    $first "$java_home/bin/java" $cli_flags -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
      -XX:AOTCacheOutput="$made/cli.aot" -cp "$cli_path" \
      dev.troupe.cli.Training "$lib/cli.jar" "$made/worker-%p.aot" 8>&- || exit 1
    [ ! -f "$home/pom.xml" ] || rm -f "$caches"/*.aot
    for worker in "$made"/worker-*.aot; do
      [ ! -f "$worker" ] || put "$worker" "$worker_cache"
    done
    put "$made/cli.aot" "$cli_cache"
  ) 8>"$caches/lock" >"$made/log" 2>&1 </dev/null
  trained=$?
  [ $trained -eq 0 ] || cat "$made/log" >&2
  rm -rf "$made"
  return $trained
}

# Moves a file into place so that nobody ever sees half of it.
put() {
  mv "$1" "$2.$$" && mv "$2.$$" "$2"
}

must_build() {
  [ -f "$home/pom.xml" ] && [ "${TROUPE_BUILD:-}" != off ] || return 1
  [ -f "$lib/built" ] || return 0
  changed=$(cd "$home" && {
    set -- pom.xml
    for module in text transport link values functions process task parallel redis store packages head transfer messages cluster node objects calls hosting runtime ssh dijob lifecycle jobs kube jobserver operator cli examples; do
      set -- "$@" "$module/pom.xml" "$module/src/main"
    done
    find "$@" -newer "$lib/built" -print -quit 2>/dev/null
  })
  [ -n "$changed" ]
}

build() {
  command -v mvn >/dev/null || die "$home is not built yet, and mvn is missing; install it (apt install maven) or use a distribution"
  mkdir -p "$home/target"
  (
    command -v flock >/dev/null && flock 9
    must_build || exit 0 # somebody else just did it
    say "building $home, once (the log is target/build.log)"
    mvn -q -B -f "$home/pom.xml" -pl cli,examples -am -Dmaven.test.skip=true package >"$home/target/build.log" 2>&1 9>&- </dev/null \
      || die "the build failed; see $home/target/build.log"
  ) 9>"$home/target/build.lock" || exit 1
}

# Java takes the letters of file names from the locale, and the C locale, which most containers have, knows only ASCII: "ü" could not be opened.
# C.UTF-8 is the same locale with all letters.
know_all_letters() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX)
      export LC_CTYPE=C.UTF-8
      [ -z "${LC_ALL:-}" ] || export LC_ALL=C.UTF-8
      ;;
  esac
}

launch() {
  know_all_letters
  find_java
  find_lib
  must_build && build
  [ -f "$lib/cli.jar" ] || die "$lib/cli.jar is missing; unpack the distribution again"
  cli_path
  extra_path "$@"
  main=dev.troupe.cli.Troupe
  flags=$cli_flags
  [ "${1:-} ${2:-}" != 'operator run' ] || flags=$operator_flags
  if [ "${1:-}" = ditask ]; then
    main=dev.troupe.cli.Ditask
    shift
  fi
  set -- "-Dtroupe.home=$home" -cp "$cli_path" "$main" "$@"
  if [ "${TROUPE_AOT:-}" != off ] && find_caches; then
    [ ! -f "$worker_cache" ] || set -- "-Dtroupe.aot=$worker_cache" "$@"
    if [ -f "$cli_cache" ]; then
      # One that does not fit after all is ignored in silence.
      set -- "-XX:AOTCache=$cli_cache" -XX:AOTMode=auto -Xlog:aot=off -Xlog:cds=off -Xlog:class+path=off "$@"
    else
      (train aside) >/dev/null 2>&1 </dev/null &
    fi
  fi
  # shellcheck disable=SC2086
  exec "$java_home/bin/java" $flags "$@"
}
