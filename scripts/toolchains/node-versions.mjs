/** The oldest Node that is supported, and the newest of each line that is alive. */
export const NODE_VERSIONS = ['20.11.1', '22.23.3', '24.21.0', '26.10.0'];
