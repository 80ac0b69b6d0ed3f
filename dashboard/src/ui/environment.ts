/** Written into the document by the service, so that every page knows it before it has asked anything. */
export const isProduction = document.documentElement.dataset.environment === 'production'
