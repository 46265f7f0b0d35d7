/** `npm run bench [name]`: runs one benchmark, or all; exits 1 where a goal was missed. */

const benchmarks: { [name: string]: () => Promise<boolean> } = {
  boards: async () => (await import('./boards.ts')).benchBoards(),
  p2p: async () => (await import('./p2p.ts')).benchP2p(),
  service: async () => (await import('./service.ts')).benchService(),
  start: async () => (await import('./start.ts')).benchStart(),
  ui: async () => (await import('./ui.ts')).benchUi(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}
let met = true;
for (const name of wanted.length > 0 ? wanted : Object.keys(benchmarks)) {
  met = (await benchmarks[name]!()) && met;
  console.log();
}
process.exitCode = met ? 0 : 1;

export {};
