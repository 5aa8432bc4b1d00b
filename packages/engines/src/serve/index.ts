/** Engines as a service: analysis as JSON lines, over HTTP on loopback or whatever else carries them. Node only. */
export {
  type AnalysisServer,
  type AnalysisServerOptions,
  serveAnalysis,
} from './analysis-server.ts';
export {
  type AnalysisService,
  openAnalysisService,
  type Search,
  type ServiceLimits,
} from './analysis-service.ts';
export type { ServedEngine } from './engine-pool.ts';
