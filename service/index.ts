/** The service as other packages import it. */
export { type CommandLine, type Rates, readCommandLine, type ServiceConfig, serviceConfig } from './config.ts';
export { createService, type Service } from './service.ts';
