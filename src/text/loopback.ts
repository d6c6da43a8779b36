/**
 * Whether a host is this machine and no other: `localhost`, 127.0.0.0/8 or `::1`, with or without brackets. Names below `localhost` are it
 * for browsers alone: a resolver may look for them elsewhere.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[([^\]]*)\]$/, "$1").toLowerCase();
  return (
    name === "localhost" || name === "::1" || /^(?:::ffff:)?127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/.test(name)
  );
}
