// Files of one thread share the fake window: what one left waiting or answered must not reach the next.
import { host } from "./support/fakeVscode/fakeHost";

host.reset();
