/**
 * Whether a path that a configuration names lies on another computer or is a device. Windows logs on there with the user's account as soon as
 * somebody looks whether the file exists; elsewhere such a path is one as any other.
 */
export function isNetworkPath(path: string, platform: string = process.platform): boolean {
  return platform === "win32" && /^\s*[\\/]{2}/.test(path);
}
