import { spawn } from "node:child_process";

/** Opens an address in the user's browser where there is one to open; silence is not a failure, the address is printed. */
export function openInBrowser(address: string): void {
  if (process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) return;
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", address]
        : ["xdg-open", address];
  const child = spawn(command ?? "xdg-open", args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
