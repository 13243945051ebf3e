/** Amplify's cache on its own. The complete utilities would include the user pool's code. */
export { Cache } from 'aws-amplify/utils'
