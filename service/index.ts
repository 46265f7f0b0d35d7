export { type CommandLine, type Rates, readCommandLine, type ServiceConfig, serviceConfig } from './config.ts';
export { createService, type Environment as Surroundings, type Service } from './service.ts';
