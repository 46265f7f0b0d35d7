import { useApp } from '../core/context.tsx';

/** Whether the community in use takes reports. */
export const useOffersReports = (): boolean => useApp(({ community }) => community.offers.complaints);
