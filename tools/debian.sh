# shellcheck shell=bash disable=SC2034
# What tools/image and tools/kube share: Debian packages fetched without touching what is configured or installed on this machine.

# debian_apt FOLDER: an apt of its own in FOLDER that knows bookworm and its sources, from the mirrors this machine is configured
# with. Sets the array apt, the options to call apt-get with.
debian_apt() {
  local folder=$1 file
  mkdir -p "$folder"/{parts,lists/partial,cache/archives/partial}
  apt=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$folder/parts" -o "Dir::State::lists=$folder/lists"
    -o "Dir::Cache=$folder/cache" -o "APT::Sandbox::User=$(id -un)")
  for file in /etc/apt/sources.list.d/*.sources; do
    [[ -f $file ]] || continue
    # One stanza after the other; only those of Debian bookworm.
    awk 'BEGIN { RS = ""; ORS = "\n\n" } /(^|\n)Suites:[^\n]* bookworm(-updates|-security)?( |\n|$)/ {
      sub(/(^|\n)Types:[^\n]*/, "\nTypes: deb deb-src"); sub(/^\n/, ""); print }' "$file" >"$folder/parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ -f $file ]] || continue
    sed -nE '/^deb +(\[[^]]*\] +)?[^ ]+ +bookworm(-updates|-security)? /{p; s/^deb /deb-src /p}' "$file" >"$folder/parts/$(basename "$file" .list).list"
  done
  find "$folder/parts" -empty -type f -delete
  [[ -n $(ls "$folder/parts") ]] \
    || printf '%s http://deb.debian.org/debian bookworm main\n' deb deb-src >"$folder/parts/bookworm.list"
  apt-get "${apt[@]}" update >&2
}
