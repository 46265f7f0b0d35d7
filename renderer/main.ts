import './app/policy.ts';

// Only now may anything be loaded that makes a schema or an element: the bundler orders modules, not chunks.
await import('./app/start.tsx');
