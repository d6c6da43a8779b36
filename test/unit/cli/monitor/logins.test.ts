import { expect, it } from "vitest";
import { isSameSecret, Logins } from "../../../../src/cli/monitor/logins";

it("opens by the token alone, and counts wrong ones by address and over all", () => {
  let now = 0;
  const logins = new Logins("right token, long enough", () => now);
  expect(isSameSecret("a", "ab")).toBe(false);
  for (let count = 0; count < 5; count++) expect(logins.logIn("wrong", "10.0.0.1").kind).toBe("wrong");
  // the right one has to wait, too
  expect(logins.logIn("right token, long enough", "10.0.0.1")).toEqual({ kind: "tooMany", retryAfterSeconds: 60 });
  const other = logins.logIn("right token, long enough", "10.0.0.2");
  expect(other.kind).toBe("session");
  const id = other.kind === "session" ? other.id : "";
  expect(logins.isLoggedIn(id)).toBe(true);
  expect(logins.isLoggedIn(`${id}x`)).toBe(false);
  expect(logins.isLoggedIn(undefined)).toBe(false);
  for (let count = 0; count < 55; count++) expect(logins.logIn("wrong", `10.1.0.${count}`).kind).toBe("wrong");
  expect(logins.logIn("right token, long enough", "10.2.0.1").kind).toBe("tooMany");
  now = 60_000;
  expect(logins.logIn("right token, long enough", "10.0.0.1").kind).toBe("session");
  now = 12 * 3_600_000;
  expect(logins.isLoggedIn(id)).toBe(false);
});

it("ends a session that logs out", () => {
  const logins = new Logins("right token, long enough");
  const result = logins.logIn("right token, long enough", "a");
  const id = result.kind === "session" ? result.id : "";
  logins.logOut(id);
  expect(logins.isLoggedIn(id)).toBe(false);
});
