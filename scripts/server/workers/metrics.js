// The binding of Analytics Engine on a local server, which keeps no metrics.
export default () => ({ writeDataPoint() {} });
