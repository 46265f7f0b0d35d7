export { type CommandLine, type Rates, readCommandLine, type ServiceConfig, serviceConfig } from './config.ts';
export { createService, type Service, type Surroundings } from './service.ts';
