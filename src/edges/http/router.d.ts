/** The router of Express, which has its types. */
declare module 'router' {
  import { Router } from 'express';
  export default Router;
}
