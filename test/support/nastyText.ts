// What a hostile author writes where a text is expected: a terminal, an editor or a page would obey each of these.

/** Control characters, a change of direction, something unseen, an icon, a link that runs a command, an element. */
export const nasty =
  "a\u001b]52;c;ZXZpbA==\u0007\u202eb\u2066\u200b$(trash) [c](command:workbench.action.reloadWindow) <img src=x onerror=alert(1)>";

/** Characters of it that nothing on a screen may contain as they are. */
export const neverShown = /[\u001b\u0007\u202e\u2066\u200b]/;
