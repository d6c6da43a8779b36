import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namedPath } from "../../../src/files/namedPath";

const home = String.raw`C:\work\coin`;
const onWindows = (named: string, folder = home) => namedPath(named, folder, win32);

describe("a path that a text names, on Windows", () => {
  it.each([
    ["lib/Coin.sol", String.raw`C:\work\coin\lib\Coin.sol`],
    ["../shared/Coin.sol", String.raw`C:\work\shared\Coin.sol`],
    [String.raw`..\..\..\..\x.sol`, String.raw`C:\x.sol`],
    ["/rooted.sol", String.raw`C:\rooted.sol`],
    ["D:/lib/Coin.sol", String.raw`D:\lib\Coin.sol`],
    [".", home],
    ["con-tract.sol", String.raw`C:\work\coin\con-tract.sol`],
    ["console.sol", String.raw`C:\work\coin\console.sol`],
    ["common/com10.sol", String.raw`C:\work\coin\common\com10.sol`],
    ["合约/代币.sol", String.raw`C:\work\coin\合约\代币.sol`],
  ])("%s is %s", (named, path) => expect(onWindows(named)).toBe(path));

  it.each([
    String.raw`\\server\share\x.sol`,
    "//server/share/x.sol",
    String.raw`\/server/share/x.sol`,
    String.raw`/\server\share\x.sol`,
    "///server/share/x.sol",
    String.raw`  \\server\share\x.sol`,
    String.raw`\\server@SSL@8443\DavWWWRoot\x.sol`,
    String.raw`\\10.0.0.1\c$\x`,
    String.raw`\\server`,
    "//server/",
    String.raw`\\?\UNC\server\share\x.sol`,
    "//?/UNC/server/share/x.sol",
    String.raw`\\?\C:\x.sol`,
    String.raw`\\.\UNC\server\share\x.sol`,
    String.raw`\\.\pipe\x`,
    "//./C:/x",
    String.raw`\\.\GLOBALROOT\Device\Mup\server\share`,
    String.raw`\??\UNC\server\share\x.sol`,
    "file://server/share/x.sol",
    "C:x.sol",
    "D:",
    "x.sol:stream",
    "x.sol::$DATA",
    "CON",
    "con",
    "NUL",
    "nul.sol",
    "lib/aux.t.sol",
    "aux/x.sol",
    "PRN .sol",
    "COM1",
    "lpt9.txt",
    "com¹",
    "CONIN$",
    "conout$",
    "x?.sol",
    "*.sol",
    "a\0b",
    "a\u0007b",
  ])("nobody looks at %j", (named) => expect(onWindows(named)).toBeUndefined());

  it("the share on which the text lies may be named, and only that", () => {
    const share = String.raw`\\files\team\coin`;
    expect(onWindows("lib/Coin.sol", share)).toBe(String.raw`\\files\team\coin\lib\Coin.sol`);
    expect(onWindows("../../../../x", share)).toBe(String.raw`\\files\team\x`);
    expect(onWindows("//FILES/Team/x", share)).toBe(String.raw`\\FILES\Team\x`);
    expect(onWindows("C:/lib/x", share)).toBe(String.raw`C:\lib\x`);
    expect(onWindows("//files/other/x", share)).toBeUndefined();
    expect(onWindows("//files.evil/team/x", share)).toBeUndefined();
    expect(onWindows(String.raw`\\?\UNC\files\team\x`, share)).toBeUndefined();
  });

  it("a folder by its long name holds what the short one does", () => {
    expect(onWindows("x.sol", String.raw`\\?\C:\work`)).toBe(String.raw`C:\work\x.sol`);
    expect(onWindows("x.sol", String.raw`\\?\UNC\files\team`)).toBe(String.raw`\\files\team\x.sol`);
    expect(onWindows("../../evil/share/x", String.raw`\\?\UNC\files\team`)).toBe(String.raw`\\files\team\evil\share\x`);
    expect(onWindows("x", String.raw`\\.\pipe\x`)).toBeUndefined();
  });

  it("whatever is named, what may be looked at lies on a drive or on the text's own share", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "\\",
        "/",
        "\\\\",
        "//",
        "?",
        ".",
        "..",
        "UNC",
        "server",
        "share",
        "C:",
        " ",
        ":",
        "con",
        "x.sol",
      ),
      fc.string({ maxLength: 3 }),
    );
    const folder = fc.constantFrom(home, String.raw`\\files\team`, String.raw`\\?\UNC\files\team`, "D:\\");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), folder, (pieces, from) => {
        const path = onWindows(pieces.join(""), from);
        if (path === undefined) return;
        const { root } = win32.parse(path);
        const own = from.includes("files") && root.toLowerCase() === "\\\\files\\team\\";
        expect(own || /^[A-Za-z]:\\$/.test(root)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("a path that a text names, elsewhere", () => {
  const here = (named: string, folder = "/work/coin") => namedPath(named, folder, posix);

  it("is what it was", () => {
    expect(here("lib/Coin.sol")).toBe("/work/coin/lib/Coin.sol");
    expect(here("/etc/hosts")).toBe("/etc/hosts");
    expect(here(String.raw`\\server\share`)).toBe(String.raw`/work/coin/\\server\share`);
    expect(here("//server/share")).toBe("/server/share");
    expect(here("con:1*?.sol")).toBe("/work/coin/con:1*?.sol");
  });

  it("is no host of the automounter, unless the text lies there", () => {
    expect(here("/net/server/share/x")).toBeUndefined();
    expect(here("../../net/server/x")).toBeUndefined();
    expect(here("/Network/Servers/server/x")).toBeUndefined();
    expect(here("x.sol", "/net/files/team")).toBe("/net/files/team/x.sol");
    expect(here("/net/evil/x", "/net/files/team")).toBeUndefined();
    expect(here("/network/x")).toBe("/network/x");
  });

  it("has no zero byte", () => expect(here("a\0b")).toBeUndefined());
});
