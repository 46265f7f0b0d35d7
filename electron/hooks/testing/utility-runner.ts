/** The runner as it starts inside an Electron utility process: its messages go through `process.parentPort`. */
Object.assign(process, {
  parentPort: {
    postMessage: (message: string) => process.send!(message),
    on: (_: 'message', listener: (event: { data: string }) => void) =>
      process.on('message', (data: string) => listener({ data })),
  },
});
await import('../runner.ts');

export {};
