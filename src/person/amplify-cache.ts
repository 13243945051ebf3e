/** Amplify's cache alone: imported as a whole, its utilities would bring the user pool's code along. */
export { Cache } from 'aws-amplify/utils'
