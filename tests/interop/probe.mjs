// Starts real MCP servers on 127.0.0.1, probes them with the program and compares with what they are known to be.
//   node tests/interop/probe.mjs MCPDIAG WORKDIR
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudflare, elsewhere, remote, started, stepUp, variants } from './expected.mjs';

const [bin, work] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const servers = join(here, 'servers');
const loopback = join(here, 'loopback.mjs');
const everything = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
mkdirSync(work, { recursive: true });

let passed = 0;
let failed = 0;
const check = (name, problems) => {
  if (problems.length === 0) passed += 1;
  else {
    failed += 1;
    console.error(`FAIL ${name}\n${problems.map((p) => `     ${p}`).join('\n')}`);
  }
};

/** Every value of `expected` must be in `actual`; undefined: must not be there. */
function differences(expected, actual, path = '') {
  if (expected === undefined || expected === null || typeof expected !== 'object') {
    return Object.is(expected, actual) ? [] : [`${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`];
  }
  if (actual === null || typeof actual !== 'object') return [`${path}: expected something, found ${JSON.stringify(actual)}`];
  const lengths =
    Array.isArray(expected) && expected.length !== actual.length
      ? [`${path}: expected ${expected.length}, found ${JSON.stringify(actual)}`]
      : [];
  return lengths.concat(Object.keys(expected).flatMap((key) => differences(expected[key], actual[key], `${path}.${key}`)));
}

function run(...args) {
  return new Promise((done) => {
    // A token that only the server of this test knows; sent where a check names the variable.
    const env = { ...process.env, NOTES_TOKEN: 'local-test-none' };
    execFile(bin, args, { cwd: work, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      done({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

const isOpen = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.destroy(done(true)));
    socket.on('error', () => done(false));
  });

/** Starts a server, waits for its port, and gives its log and how to stop it. */
async function start(folder, port, args, { node = process.execPath, env = {} } = {}) {
  if (await isOpen(port)) throw new Error(`port ${port} is taken`);
  const child = spawn(node, args, {
    cwd: join(servers, folder),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  const ended = new Promise((done) => child.on('close', done));
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (tries > 300 || child.exitCode !== null) throw new Error(`${folder} ${args.join(' ')} did not start:\n${log}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return {
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(late);
      running.delete(child);
    },
  };
}

/** Probes one URL and compares; gives the recording as text. */
async function probe(name, url, expected, ...options) {
  const { code, stdout, stderr } = await run('probe', url, '-f', 'json', ...options);
  let seen;
  try {
    [seen] = Object.values(JSON.parse(stdout).observations);
  } catch {
    check(name, [`exit code ${code}, no recording: ${stderr}`]);
    return '';
  }
  check(name, differences(expected, seen));
  return stdout;
}

async function remoteServers() {
  const kept = [
    await start('modern', 3101, ['http.mjs']),
    await start('modern', 3102, ['http.mjs', '--legacy=reject', '--port=3102']),
    await start('legacy', 3113, ['http.mjs']),
    // This one would listen on all interfaces.
    await start('legacy', 3111, ['--import', loopback, everything, 'streamableHttp'], { env: { PORT: '3111' } }),
    await start('legacy', 3112, ['--import', loopback, everything, 'sse'], { env: { PORT: '3112' } }),
  ];
  const urls = { modern: '3101/mcp', strict: '3102/mcp', stateless: '3113/mcp', everything: '3111/mcp', sse: '3112/sse' };
  for (const [name, place] of Object.entries(urls)) {
    await probe(name, `http://127.0.0.1:${place}`, remote[name], '--probe-both-eras', '--probe-origin');
  }
  const opened = kept[3].log().match(/Session initialized/g)?.length;
  const closed = kept[3].log().match(/Received session termination request/g)?.length;
  check('everything: every session is closed', opened > 0 && opened === closed ? [] : [`opened ${opened}, closed ${closed}`]);
  for (const server of kept) await server.stop();
}

async function commands() {
  const node = (folder, ...args) => ({ command: process.execPath, args: args.map((a) => (a.startsWith('-') ? a : join(servers, folder, a))) });
  const entries = {
    modern: node('modern', 'stdio.mjs'),
    strict: node('modern', 'stdio.mjs', '--legacy=reject'),
    legacy: node('legacy', 'stdio.mjs'),
    everything: { command: process.execPath, args: [join(servers, 'legacy', everything), 'stdio'] },
    rmcp: { command: join(work, '..', 'rmcp', 'debug', 'real-server-rmcp'), args: [] },
  };
  for (const [name, entry] of Object.entries(entries)) {
    const config = join(work, `${name}.mcp.json`);
    const record = join(work, `${name}.probe.json`);
    writeFileSync(config, JSON.stringify({ mcpServers: { [name]: entry } }));
    const options = ['--probe=stdio', '--allow-run', name, '--yes', '--probe-both-eras', '--timeout', '60'];
    const live = await run(config, ...options, '--record', record, '-f', 'svg');
    let seen = [];
    try {
      seen = Object.values(JSON.parse(readFileSync(record, 'utf8')).observations);
    } catch {
      // Told below.
    }
    check(`${name}: stdio`, seen.length === 1 ? differences(started[name], seen[0]) : [`exit code ${live.code}: ${live.stderr}`]);
    const again = await run(config, '--replay', record, '-f', 'svg');
    check(`${name}: replayed, the same bytes`, again.stdout !== '' && again.stdout === live.stdout ? [] : ['the pictures differ']);
  }
}

async function oauth() {
  const url = 'http://127.0.0.1:3103/public/mcp';
  for (const [variant, expected] of Object.entries(variants)) {
    const server = await start('modern', 3103, ['oauth.mjs', `--variant=${variant}`]);
    await probe(`oauth ${variant}`, url, expected);
    if (variant === 'rfc8414') {
      await withToken(url);
      await probe('token: lacks the scope', url, stepUp, '--header-env', 'Authorization=NOTES_TOKEN');
    }
    const never = /CANARY HIT|\/(authorize|token|register|jwks)$/m;
    check(`oauth ${variant}: asks for documents only`, never.test(server.log()) ? [server.log()] : []);
    await server.stop();
  }
}

/** With the configured token the server answers, and the token is nowhere in what is written. */
async function withToken(url) {
  const token = 'local-test-read';
  const config = join(work, 'token.mcp.json');
  const record = join(work, 'token.probe.json');
  const entry = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  writeFileSync(config, JSON.stringify({ mcpServers: { notes: entry } }));
  const options = ['--probe', '--record', record, '-f', 'svg', '-vv'];
  await run(config, ...options);
  const [without] = Object.values(JSON.parse(readFileSync(record, 'utf8')).observations);
  check('token: not sent unless asked for', differences({ outcome: { kind: 'auth-wall' }, credentials_sent: undefined }, without));
  const sent = await run(config, ...options, '--send-credentials', 'notes');
  const text = readFileSync(record, 'utf8');
  const [seen] = Object.values(JSON.parse(text).observations);
  const { modern, tools } = remote.modern;
  const wall = { challenges: [{ status: 401 }], resource: { fit: 'identical' } };
  check('token: sent', differences({ outcome: { kind: 'answered' }, era: 'modern', modern, tools, authorization: wall }, seen));
  const leaks = [text, sent.stdout, sent.stderr].filter((output) => output.includes(token));
  check('token: never shown', leaks.map((output) => output.slice(0, 200)));
}

async function cloudflareWorkers() {
  const folder = join(servers, 'cloudflare');
  const node = join(folder, 'node_modules/node/bin/node');
  const wrangler = join(folder, 'node_modules/wrangler/bin/wrangler.js');
  // Without these wrangler looks for its makers' servers first.
  const env = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', CI: '1' };
  const dev = (port, ...args) => start('cloudflare', port, [wrangler, 'dev', '--ip', '127.0.0.1', '--port', String(port), ...args], { node, env });
  const local = 'http://127.0.0.1:3131';
  const other = await dev(3131, '--local-upstream', 'mcp.example.com', '--upstream-protocol', 'https');
  await probe('cloudflare at another address', `${local}/mcp`, elsewhere, '--probe-resolve', 'mcp.example.com=127.0.0.1:1');
  await other.stop();
  const one = await dev(3131, '--var', `RESOURCE:${local}/mcp`);
  await probe('cloudflare on loopback', `${local}/mcp`, cloudflare(local, local));
  await one.stop();
  const [mcp, auth] = ['https://mcp.example.com', 'https://auth.example.com'];
  const tls = ['--local-protocol', 'https', '--https-key-path', join(work, 'server.key'), '--https-cert-path', join(work, 'server.pem')];
  const two = await dev(3141, ...tls, '--var', `RESOURCE:${mcp}/mcp`, '--var', `ISSUER:${auth}`);
  const names = ['mcp.example.com', 'auth.example.com'].flatMap((name) => ['--probe-resolve', `${name}=127.0.0.1:3141`]);
  const ca = ['--probe-ca', join(work, 'ca.pem')];
  const recorded = await probe('cloudflare at two names', `${mcp}/mcp`, cloudflare(mcp, auth), ...names, ...ca);
  writeFileSync(join(work, 'cloudflare.probe.json'), recorded);
  await probe('cloudflare with an unknown certificate', `${mcp}/mcp`, { outcome: { kind: 'unreachable', reason: 'tls' } }, ...names);
  await two.stop();
}

for (const part of [remoteServers, commands, oauth, cloudflareWorkers]) {
  try {
    await part();
  } catch (error) {
    check(part.name, [String(error)]);
  }
}
console.log(`probe: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
