import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readProfile } from "../../../../src/chain/profile/checkedProfile";
import { pathFromHome } from "../../../../src/files/userFolders";

it("a tilde in front of a path of a setting is the home folder, and nothing else is filled in", () => {
  const tls = { ca: "~/sdk/ca.crt", cert: "$HOME/sdk.crt", key: "keys/~/sdk.key" };
  expect(readProfile({ name: "a", endpoints: ["https://127.0.0.1"], tls }, "/work").tls).toEqual({
    ca: join(homedir(), "sdk/ca.crt"),
    cert: join("/work", "$HOME/sdk.crt"),
    key: join("/work", "keys/~/sdk.key"),
  });
  expect(["~", "~user/x", "~~/x"].map((path) => pathFromHome(path, "/home/me"))).toEqual([
    "/home/me",
    "~user/x",
    "~~/x",
  ]);
});
