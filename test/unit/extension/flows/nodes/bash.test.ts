import { describe, expect, it } from "vitest";
import { bashProgram } from "../../../../../src/extension/flows/nodes/runNodeScript";

const windows = (environment: Record<string, string>, ...files: string[]) => ({
  platform: "win32",
  environment,
  isFile: (path: string) => Promise.resolve(files.includes(path)),
});

describe("what runs the scripts of node folders", () => {
  it.each(["linux", "darwin"])("is bash on %s, wherever it is", async (platform) => {
    expect(await bashProgram({ platform, environment: {}, isFile: () => Promise.resolve(false) })).toBe("bash");
  });

  it("is that of Git for Windows before that of WSL", async () => {
    const git = "C:\\Program Files\\Git\\bin\\bash.exe";
    const wsl = "C:\\Windows\\System32\\bash.exe";
    const environment = { ProgramFiles: "C:\\Program Files", Path: "C:\\Windows\\System32;C:\\bin" };
    expect(await bashProgram(windows(environment, wsl, git))).toBe(git);
    expect(await bashProgram(windows(environment, wsl))).toBe(wsl);
  });

  it("is found where only its user has Git, and in quoted folders of the PATH, however the variable is written", async () => {
    const own = "C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe";
    expect(await bashProgram(windows({ LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local" }, own))).toBe(own);
    expect(await bashProgram(windows({ PATH: '"D:\\my tools"' }, "D:\\my tools\\bash.exe"))).toBe(
      "D:\\my tools\\bash.exe",
    );
  });

  it("is nothing of the current folder and nothing of another computer", async () => {
    const environment = { Path: ".;;tools;\\\\host\\share;//host/share" };
    const files = ["bash.exe", ".\\bash.exe", "tools\\bash.exe", "\\\\host\\share\\bash.exe"];
    expect(await bashProgram(windows(environment, ...files))).toBeUndefined();
  });
});
