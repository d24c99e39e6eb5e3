/** What is running, in words. Knows nothing of VS Code, so that it is tested without it. */

export interface About {
  /** The version of the extension. */
  readonly extension: string;
  /** What was started; undefined where nothing was found that could be. */
  readonly started: readonly string[] | undefined;
  /** What the server said of itself; undefined while it does not answer. */
  readonly server: { readonly name: string; readonly version?: string } | undefined;
}

export function about({ extension, started, server }: About): string {
  const said = `Caselens extension ${extension}`;
  if (!started) return `${said}. No server was found.`;
  const command = started.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
  if (!server) return `${said}. The server does not answer; it was started by: ${command}`;
  const version = server.version ?? 'of no known version';
  return `${said}, server ${server.name} ${version}, started by: ${command}`;
}
