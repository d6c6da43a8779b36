/** Whether a source is one of tests or scripts, by the names that tools give them: no chain will have what it makes. */
export const isTestSource = (name: string): boolean =>
  /\.[ts]\.sol$/.test(name) || /(?:^|\/)(?:tests?|scripts?)\//.test(name);
