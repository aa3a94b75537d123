// Style sheets are taken along by the bundler; the compiler needs to know no more than that.
declare module '*.css';
