import { expect, it } from "vitest";
import { pathKey, placeKey } from "../../../src/files/pathKey";

it("paths of one file have one key on each system", () => {
  expect(pathKey("c:/Work/Coin.sol", "win32")).toBe(pathKey(String.raw`C:\work\coin.sol`, "win32"));
  expect(pathKey("/Work/Caf\u00e9.sol", "darwin")).toBe(pathKey("/work/cafe\u0301.sol", "darwin"));
  expect(pathKey("/Work/Coin.sol", "linux")).toBe("/Work/Coin.sol");
  expect(placeKey("/Work//src/../Coin.sol", "linux")).toBe("/Work/Coin.sol");
  expect(placeKey("c:/Work/./Coin.sol", "win32")).toBe(String.raw`c:\work\coin.sol`);
  expect(placeKey("/Work/./Coin.sol", "darwin")).toBe("/work/coin.sol");
});
