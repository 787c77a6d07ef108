// Programs that tests run beside what is installed: packages unpacked under build/, not installed. Null where they cannot be had.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../build/unpacked/", import.meta.url));

/** The folder with the files of a package of Debian's. */
export function debianPackage(name) {
  return unpacked(name, ["apt-get", "download", "-qq", name], (file) => ["dpkg-deb", "-x", file, "files"]);
}

/** The same of one of npm's. */
export function npmPackage(name, version) {
  const folder = unpacked(`${name}-${version}`, ["npm", "pack", "--silent", `${name}@${version}`], (file) => ["tar", "-xzf", file, "--one-top-level=files"]);
  return folder && join(folder, "package");
}

function unpacked(name, [get, ...what], unpack) {
  const folder = join(FOLDER, name);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const run = (command, args) => spawnSync(command, args, { cwd: making, stdio: "ignore" }).status === 0;
  try {
    if (!run(get, what)) return null;
    const [command, ...args] = unpack(readdirSync(making)[0]);
    if (!run(command, args)) return null;
    renameSync(join(making, "files"), folder);
    return folder;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
