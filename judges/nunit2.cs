// Debian's NUnit 2.6 has the attributes of NUnit 3 and 4 under older names, and finds what is derived from them.
namespace NUnit.Framework
{
    public sealed class OneTimeSetUpAttribute : TestFixtureSetUpAttribute { }

    public sealed class OneTimeTearDownAttribute : TestFixtureTearDownAttribute { }
}
