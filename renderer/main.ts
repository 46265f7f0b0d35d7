import './core/style-nonce.ts';

// Loaded dynamically, before anything creates a schema or an element: the bundler orders modules, not chunks.
await import('./app/start.tsx');
